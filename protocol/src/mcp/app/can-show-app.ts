/** Whether a client shows MCP Apps. Loads nothing: `fairlead mcp` asks it before anything else is loaded. Pure. */
export const UI_EXTENSION = 'io.modelcontextprotocol/ui'
export const APP_MIME_TYPE = 'text/html;profile=mcp-app'

/** Whether a client with these capabilities shows the app. */
export function canShowApp(capabilities: unknown): boolean {
	const { extensions } = (capabilities ?? {}) as { extensions?: Record<string, unknown> }
	const { mimeTypes } = (extensions?.[UI_EXTENSION] ?? {}) as { mimeTypes?: unknown }
	return Array.isArray(mimeTypes) && mimeTypes.includes(APP_MIME_TYPE)
}
