import { delimiter, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { serverEnvironment } from './environment.ts'

const bin = resolve('/opt/node/bin')
const declared = { command: join(bin, 'npx'), env: ['KEY'] }

it('the environment of a server has what a program needs and what was named for it, nothing else', () => {
	const env = { HOME: '/home/ada', KEY: 'k', OTHER_TOKEN: 't', PATH: bin }
	expect(serverEnvironment(declared, env)).toMatchObject({
		env: { HOME: '/home/ada', KEY: 'k' },
		missing: null,
	})
	expect(serverEnvironment(declared, env).env).not.toHaveProperty('OTHER_TOKEN')
	expect(serverEnvironment(declared, {}).missing).toBe('KEY')
})

it.each(['PATH', 'Path'])('a bare name finds no program of the project: %s', (name) => {
	const usual = resolve('/usr/bin')
	const { env } = serverEnvironment(declared, {
		[name]: ['.', usual, '', 'node_modules/.bin'].join(delimiter),
	})
	expect(env[name]).toBe([bin, usual].join(delimiter))
	// So does the command processor of Windows, which looks into its folder first otherwise.
	expect(env['NoDefaultCurrentDirectoryInExePath']).toBe('1')
})
