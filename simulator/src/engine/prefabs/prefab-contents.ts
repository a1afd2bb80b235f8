/** Handle of the hidden scene in which a prefab asset is opened for a change; gone when the call ends. */
export const PREFAB_CONTENTS = 'prefab-contents'
/** The same for a call that only looks: references are shown as parts of the file. */
export const PREFAB_FILE = 'prefab-file'
