export const loadGrowing = () => import('./growing.ts')

/** A failure shows when an answer grows. */
export const preloadGrowing = (): void => void loadGrowing().catch(() => undefined)
