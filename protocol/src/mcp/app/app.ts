/**
 * The MCP App: a page that a client shows beside a tool's result, with the picture and the line of a run. Extension
 * `io.modelcontextprotocol/ui` (SEP-1865, revision 2026-01-26); declared only to clients that announce it. Pure.
 */
import type { McpResource } from '../resources.ts'
import { APP_MIME_TYPE } from './can-show-app.ts'
import { appPage } from './page.ts'

const URI = 'ui://fairlead/line'

/** Tools whose results the app shows, of both servers. */
const SHOWN_BY_APP: ReadonlySet<string> = new Set(['unity_screenshot', 'start_run', 'collect'])

/** The tools as such a client lists them. */
export const withApp = <T extends { readonly name: string }>(tools: readonly T[]) =>
	tools.map((tool) =>
		SHOWN_BY_APP.has(tool.name) ? { ...tool, _meta: { ui: { resourceUri: URI } } } : tool,
	)

export const appResource: McpResource = {
	uri: URI,
	name: 'line',
	title: 'Picture and run',
	description: 'The latest picture, and the line of a run.',
	mimeType: APP_MIME_TYPE,
}

/** The answer to reading it; null: another resource. It declares no domain, so that hosts let it reach none. */
export const appContents = (uri: string) =>
	uri === URI
		? [{ uri, mimeType: APP_MIME_TYPE, text: appPage(), _meta: { ui: { prefersBorder: true } } }]
		: null
