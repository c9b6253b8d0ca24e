import { LocationProvider } from "@kit/router";
import { Toasts } from "@kit/toasts";
import { Routes } from "./routes";
import { Footer } from "./shell/footer";
import { Header } from "./shell/header";
import { DepartmentsContext, SessionContext, useDepartmentsReading, useSessionReading } from "./site";

function Shell() {
  const session = useSessionReading();
  const departments = useDepartmentsReading();
  return (
    <SessionContext.Provider value={session.data}>
      <DepartmentsContext.Provider value={departments.data?.items ?? []}>
        <a class="skip-link" href="#content">
          Skip to content
        </a>
        <Header />
        <main id="content" tabIndex={-1}>
          <Routes />
        </main>
        <Footer />
        <Toasts />
      </DepartmentsContext.Provider>
    </SessionContext.Provider>
  );
}

export function App() {
  return (
    <LocationProvider>
      <Shell />
    </LocationProvider>
  );
}
