/** What only this site knows: its name, its page titles, and who is signed in. */
import { type Reading, useReading } from "@kit/data";
import { useTitle } from "@kit/router";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { getSession, listDepartments } from "./api/endpoints";
import type { Department, Listed, SessionInfo } from "./api/types";

export const SITE = "Tidewell";

export const usePageTitle = (title: string | undefined) => useTitle(title, SITE);

export const SessionContext = createContext<SessionInfo | undefined>(undefined);
export const DepartmentsContext = createContext<readonly Department[]>([]);

export const useSession = () => useContext(SessionContext);
export const useDepartments = () => useContext(DepartmentsContext);

export const useSessionReading = (): Reading<SessionInfo> => useReading("session", getSession);
export const useDepartmentsReading = (): Reading<Listed<Department>> => useReading("departments", listDepartments);
