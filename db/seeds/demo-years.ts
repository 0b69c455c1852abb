export const DEMO_YEARS = [2024, 2025, 2026] as const;
export const ACTIVE_DEMO_YEAR = 2026;
