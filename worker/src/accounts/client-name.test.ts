import { expect, test } from 'vitest'
import { clientName } from './client-name.ts'

const AGENTS: readonly (readonly [string | null, string | null])[] = [
	[
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
		'Firefox on Windows',
	],
	[
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
		'Safari on macOS',
	],
	[
		'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0 Mobile/15E148 Safari/604.1',
		'Chrome on iPhone',
	],
	[
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
		'Edge on Windows',
	],
	[
		'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Mobile Safari/537.36',
		'Chrome on Android',
	],
	['fairlead-start', 'npm start'],
	['curl/8.9.1', null],
	[null, null],
]

test.each(AGENTS)('a session is listed by the browser that signed in: %s', (agent, name) => {
	expect(clientName(agent)).toBe(name)
})
