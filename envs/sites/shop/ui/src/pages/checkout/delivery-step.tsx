import { formatDate } from "@kit/clock";
import { DatePicker } from "@kit/datepicker";
import { RadioCards } from "@kit/fields";
import { formatMoney, isZero } from "@kit/money";
import type { Checkout, DeliveryMethod, DeliveryOption } from "../../api/types";
import { CheckoutStep } from "./step";

interface Props {
  checkout: Checkout;
  onMethod: (method: DeliveryMethod) => void;
  onDate: (day: string) => void;
}

function describe(option: DeliveryOption): string {
  return option.available ? option.description : (option.reason ?? "Not available");
}

export function DeliveryStep({ checkout, onMethod, onDate }: Props) {
  const chosen = checkout.delivery_options.find((one) => one.id === "chosen");
  const picking = checkout.delivery_method === "chosen" && chosen?.available;
  return (
    <CheckoutStep n={2} title="Delivery">
      <RadioCards
        legend="Delivery"
        legendHidden
        name="delivery"
        value={checkout.delivery_method}
        onValue={(value) => onMethod(value as DeliveryMethod)}
        choices={checkout.delivery_options.map((option) => ({
          value: option.id,
          title: option.title,
          text: describe(option),
          disabled: !option.available,
          badge: option.available ? (
            <span class="badge accent">{isZero(option.fee) ? "Free" : formatMoney(option.fee)}</span>
          ) : undefined,
        }))}
      />
      {picking && chosen.first_date && chosen.last_date && (
        <DatePicker
          key={`${chosen.first_date}-${chosen.last_date}`}
          label="Delivery day"
          name="delivery_date"
          value={checkout.delivery_date ?? ""}
          onValue={onDate}
          min={chosen.first_date}
          max={chosen.last_date}
          closed={chosen.closed}
          hint={`From ${formatDate(chosen.first_date, "weekday")} to ${formatDate(chosen.last_date, "weekday")}. No delivery on Sundays and bank holidays.`}
        />
      )}
    </CheckoutStep>
  );
}
