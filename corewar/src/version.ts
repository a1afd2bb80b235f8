/**
 * The version of the rules as this engine plays them. Store it with each battle: a battle replays
 * exactly on an engine with the same version. It changes when any battle could end differently,
 * never because something became faster.
 */
export const ENGINE_VERSION = 1

/** The value of the predefined constant `VERSION`: warriors ask for at least 60 or 80, the levels of pMARS's dialect. */
export const DIALECT_VERSION = 92
