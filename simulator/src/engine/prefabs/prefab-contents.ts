/** Handle of the hidden scene in which a prefab asset is opened for a change; gone when the call ends. */
export const PREFAB_CONTENTS = 'prefab-contents'
