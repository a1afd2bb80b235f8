import { afterEach, expect, test } from 'vitest'
import { takeWorkerVars, withWorkerVars, workerVars } from './worker-vars.ts'

const before = { ...process.env }
afterEach(() => {
	process.env = { ...before }
})

test('the Worker gets the keys it knows and nothing else of the shell', () => {
	const keys = { ANTHROPIC_API_KEY: 'k', DEEPSEEK_API_KEY: 'd', OPENAI_BASE_URL: 'http://o' }
	const shell = { ...keys, ANTHROPIC_MODEL: '', AWS_SECRET: 's', HOME: '/h' }
	const own = { SETUP_TOKEN: 't', ARENA_REGISTER: 'open', LOCAL_PORT: '8787' }
	expect(workerVars(shell, 't', 8787)).toEqual({ ...own, ...keys })
})

test('anybody may register in the arena of this machine, unless the shell says otherwise', () => {
	expect(workerVars({ ARENA_REGISTER: '' }, 't', 8787)['ARENA_REGISTER']).toBe('open')
	expect(workerVars({ ARENA_REGISTER: 'accounts' }, 't', 8787)['ARENA_REGISTER']).toBe('accounts')
})

test.each(['sk-ant-api03-plain', `it's "both" and \`all\``, 'a$HOME', 'two\nlines', '# ='])(
	'a key of the shape %j reaches the Worker unchanged, and nothing that it starts',
	(value) => {
		process.env = { ...withWorkerVars({ PATH: '/bin' }, { KEY: value }) }
		expect(takeWorkerVars()).toEqual({ KEY: value })
		expect(process.env).toEqual({ PATH: '/bin' })
	},
)
