export const SET_UP_POLICIES = ['paired', 'always', 'never'] as const
/**
 * Whose requests are served. paired: those of projects that this computer was paired with by a code
 * (`fairlead login`) · always: of every linked project · never: of none.
 */
export type SetUpPolicy = (typeof SET_UP_POLICIES)[number]
