import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../../test/kit/support.ts'
import { hookCommand, isOurs } from './hook-command.ts'
import { hookBody } from './post-hook.ts'
import { changeHooksIn, installedHooks } from './settings-file.ts'

const COMMAND = '/usr/bin/node /src/fairlead/relay-cli/src/entry.ts agents hook'
const cleanups = new Cleanups()
let file: string

beforeEach(() => {
	file = join(
		cleanups.add(temporaryFolder(), (made) => made.remove()).path,
		'claude',
		'settings.json',
	)
	mkdirSync(join(file, '..'))
})
afterEach(() => cleanups.run())

const install = (command = COMMAND) => changeHooksIn(file, command)
const remove = () => changeHooksIn(file, null)
const text = () => readFileSync(file, 'utf8')

describe('hooks in the settings of Claude Code', () => {
	it('are added where there was no file, once', async () => {
		expect(await installedHooks(file, COMMAND)).toBe('none')
		expect(await install()).toBe('added')
		const { hooks } = JSON.parse(text())
		expect(Object.keys(hooks)).toEqual([
			'SessionStart',
			'SessionEnd',
			'PermissionRequest',
			'Notification',
			'Stop',
			'SubagentStop',
		])
		expect(hooks.Stop).toEqual([
			{ hooks: [{ type: 'command', command: COMMAND, timeout: 5, async: true }] },
		])
		// Their order counts: the session after /clear has the card of the one before.
		expect(hooks.SessionEnd[0].hooks[0].async).toBeUndefined()
		expect(await installedHooks(file, COMMAND)).toBe('here')
		expect(await installedHooks(file, `${COMMAND} --home /elsewhere`)).toBe('elsewhere')
		const before = text()
		expect(await install()).toBe('unchanged')
		expect(text()).toBe(before)
	})

	const FOREIGN = `{
	// mine
	"model": "opus",
	"hooks": {
		"Stop": [{ "matcher": "", "hooks": [ { "type": "command", "command": "say done" } ] }],
		"PreToolUse": [ {"matcher":"Bash","hooks":[{"type":"command","command":"check"}]} ],
	},
	"env": { "A": "1" }
}
`

	it('leave those of others as they are written, and are removed without a trace', async () => {
		writeFileSync(file, FOREIGN)
		chmodSync(file, 0o600)
		expect(await install()).toBe('added')
		expect(text()).toContain('\t// mine\n\t"model": "opus",')
		expect(text()).toContain('\n\t\t"SessionStart": [')
		if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
		expect(await installedHooks(file, COMMAND)).toBe('here')
		expect(await remove()).toBe('removed')
		expect(text().replace(/\s|,(?=\s*[}\]])/g, '')).toBe(FOREIGN.replace(/\s|,(?=\s*[}\]])/g, ''))
		expect(await remove()).toBe('unchanged')
	})

	it('are removed to the byte from a file as Claude Code writes it', async () => {
		const hooks = { Stop: [{ matcher: '', hooks: [{ type: 'command', command: 'say done' }] }] }
		const written = `${JSON.stringify({ hooks, model: 'opus', env: { A: '1' } }, null, 2)}\n`
		writeFileSync(file, written)
		await install()
		await remove()
		expect(text()).toBe(written)
	})

	it('are replaced when they name another place, also beside a foreign one in its group', async () => {
		await install('/old/node /old/entry.ts agents hook')
		const settings = JSON.parse(text())
		settings.hooks.Stop[0].hooks.unshift({ type: 'command', command: 'say done' })
		writeFileSync(file, JSON.stringify(settings, null, 4))
		expect(await install()).toBe('changed')
		const { hooks } = JSON.parse(text())
		expect(text()).not.toContain('/old/')
		expect(hooks.Stop).toMatchObject([
			{ hooks: [{ command: 'say done' }] },
			{ hooks: [{ command: COMMAND }] },
		])
		expect(hooks.SessionStart).toHaveLength(1)
		await remove()
		expect(JSON.parse(text())).toEqual({
			hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] },
		})
	})

	it.each([
		['{ "hooks": ', 'not valid JSON'],
		['[]', 'form of settings'],
		['{"hooks": []}', 'form of settings'],
		['{"hooks": {"Stop": {}}}', 'hooks.Stop'],
		['\u0000', 'not valid JSON'],
	])('are not written into a damaged file: %s', async (damaged, why) => {
		writeFileSync(file, damaged)
		await expect(install()).rejects.toThrow(why)
		await expect(remove()).rejects.toThrow(why)
		expect(text()).toBe(damaged)
	})

	it('keep a byte order mark and the ends of lines', async () => {
		writeFileSync(file, '\uFEFF{\r\n  "model": "opus"\r\n}\r\n')
		await install()
		expect(text().startsWith('\uFEFF{\r\n  "model": "opus",\r\n')).toBe(true)
		expect(text().replaceAll('\r\n', '')).not.toContain('\n')
		await remove()
		expect(text()).toBe('\uFEFF{\r\n  "model": "opus"\r\n}\r\n')
	})

	it.skipIf(process.platform === 'win32')(
		'are written through a link, which stays one',
		async () => {
			const real = join(file, '..', 'dotfiles.json')
			writeFileSync(real, '{}')
			symlinkSync(real, file)
			await install()
			expect(readFileSync(real, 'utf8')).toContain('agents hook')
		},
	)

	it('are not looked for in a file that is not there', async () => {
		expect(await remove()).toBe('unchanged')
		expect(existsSync(file)).toBe(false)
	})
})

describe('the command of a hook', () => {
	it('is this program by absolute paths, with the home folder that was chosen', () => {
		const main = '/src/fair lead/relay-cli/src/main.ts'
		const plain = hookCommand(null, main, 'linux')
		expect(plain).toBe(`${process.execPath} '/src/fair lead/relay-cli/src/entry.ts' agents hook`)
		expect(hookCommand('/h', main, 'linux')).toBe(`${plain} --home /h`)
		expect(hookCommand(null, 'C:\\src\\my app\\entry.ts', 'win32')).toContain(
			'"C:/src/my app/entry.ts" agents hook',
		)
	})

	it('is known as ours wherever it was written from, and nothing else is', () => {
		for (const ours of [
			COMMAND,
			hookCommand('/h', '/a b/entry.ts'),
			hookCommand(null, '/a/fairlead.mjs'),
			hookCommand(null, 'C:\\a b\\entry.ts', 'win32'),
		])
			expect(isOurs(ours)).toBe(true)
		for (const other of [
			'say agents hook',
			'node /x/entry.ts agents hooks',
			'node other.ts agents hook',
			'',
		])
			expect(isOurs(other)).toBe(false)
	})
})

it('a hook sends neither prompts nor contents of files, and little of anything', () => {
	const body = hookBody({
		hook_event_name: 'PermissionRequest',
		session_id: 's1',
		prompt: 'private',
		tool_input: {
			command: 'x'.repeat(100_000),
			content: 'private',
			old_string: 'private',
			questions: [{ question: 'Which?' }, null],
		},
	})
	expect(body).toMatchObject({
		session_id: 's1',
		tool_input: { questions: [{ question: 'Which?' }, {}] },
	})
	expect(JSON.stringify(body)).not.toContain('private')
	expect(JSON.stringify(body).length).toBeLessThan(4_000)
	for (const value of [null, 1, [], 'x', { tool_input: 3 }])
		expect(() => hookBody(value)).not.toThrow()
})
