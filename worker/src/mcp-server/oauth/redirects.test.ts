import { expect, test } from 'vitest'
import { isRedirect } from './redirects.ts'

test.each([
	'https://claude.ai/api/callback',
	'http://127.0.0.1:33418/callback',
	'http://localhost/x',
	'cursor://anysphere.cursor-mcp/oauth/callback',
	'vscode://dev/callback',
	'com.example.app:/cb',
	'claude://callback',
	'raycast://oauth',
	'zed://oauth',
	'windsurf://oauth',
	'warp://mcp',
	'msty://callback',
	'edgedb://x',
	'operate:/cb',
])('a code may go to %s', (address) => {
	expect(isRedirect(address)).toBe(true)
})

test.each([
	'javascript:alert(1)',
	'data:text/html,x',
	'file:///etc/passwd',
	'http://example.com/',
	'chrome://settings',
	'CHROME:x',
	'chrome-extension://abc/cb',
	'moz-extension://abc/cb',
	'edge://settings',
	'filesystem:https://example.com/x',
	'jar:https://example.com/x!/y',
	'blob:https://example.com/x',
	'view-source:https://example.com',
	'about:blank',
	'resource://x',
	'intent://x#Intent;end',
	'intent://x',
	'ms-msdt:/id',
	'search-ms:query=x',
	'itms-services://x',
	'mailto:a@example.com',
	'web+app:x',
	'magnet:?x',
	'matrix:u/x',
	'devtools://x',
	'wss://x',
	'https://user@example.com/',
	'https://example.com/#x',
	'not an address',
])('a code never goes to %s, which is not its own', (address) => {
	expect(isRedirect(address)).toBe(false)
})
