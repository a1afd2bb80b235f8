/** What the MCP servers on the desk and in the cloud share. */
export * from './approval.ts'
export * from './content.ts'
export * from './prompts.ts'
export * from './resolve.ts'
export * from './resources.ts'
export * from './server-info.ts'
export * from './tool-list.ts'
