/**
 * The room of MCP clients' calls in the journal and in the history of files. No project's room has this name: theirs
 * begin with an address.
 */
export const DESK_ROOM = 'desk'
