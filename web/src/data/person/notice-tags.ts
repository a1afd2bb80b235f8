/** The tags of notifications that a push has led to. Those of conversations are their ids. */
const AGENTS = 'agents:'

/** The tag of the notification that coding agents of a project wait. */
export const agentsTag = (projectId: string): string => `${AGENTS}${projectId}`

export const isAgentsTag = (tag: string): boolean => tag.startsWith(AGENTS)
