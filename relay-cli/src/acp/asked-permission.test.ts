import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_PERMISSION_CHARS } from '@fairlead/protocol/tools'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../test/kit/support.ts'
import { type AskedPermission, askedPermission } from './asked-permission.ts'
import { updatedCall } from './tool-call.ts'

const cleanups = new Cleanups()
let folder: string
beforeEach(() => {
	folder = cleanups.add(temporaryFolder(), (made) => made.remove()).path
})
afterEach(() => cleanups.run())

async function asked(update: object): Promise<AskedPermission | null> {
	const call = updatedCall(undefined, { toolCallId: 'a', ...update })
	if (!call) throw new Error('no call')
	return askedPermission(call, folder)
}
const diff = (path: string, oldText: string | null, newText: string) => ({
	type: 'diff',
	path,
	oldText,
	newText,
})

it('a command is asked alone, and with all that would change what runs', async () => {
	const run = { kind: 'execute', title: 'Run it' }
	const command = `npm test ${'x '.repeat(2_500)}; rm -rf /`
	expect(await asked({ ...run, rawInput: { command, description: 'Test' } })).toEqual({
		tool: 'Bash',
		text: command,
		language: '',
	})
	const other = await asked({ ...run, rawInput: { command: 'ls', cwd: '/etc' } })
	expect(other?.text).toContain('"cwd": "/etc"')
	const parts = await asked({
		...run,
		rawInput: { command: ['bash', '-lc', 'ls'], env: { A: '1' } },
	})
	expect(parts).toMatchObject({ tool: 'Bash', text: expect.stringContaining('"A": "1"') })
})

it('an agent that tells only a title, places and texts is asked with all of them', async () => {
	const content = [{ type: 'content', content: { type: 'text', text: 'It deletes the folder.' } }]
	const locations = [{ path: '/game/Assets' }]
	expect(await asked({ kind: 'delete', title: 'rm -r Assets', content, locations })).toEqual({
		tool: 'rm -r Assets',
		text: 'rm -r Assets\n\n/game/Assets\n\nIt deletes the folder.',
		language: '',
	})
})

it('edits are asked as differences of their files', async () => {
	writeFileSync(join(folder, 'a.cs'), 'one\nopen = false\ntwo\n')
	const path = join(folder, 'a.cs')
	const edit = { kind: 'edit', title: 'Edit', content: [diff(path, 'open = false', 'open = true')] }
	expect(await asked(edit)).toMatchObject({
		tool: 'Edit',
		language: 'diff',
		path,
		text: expect.stringContaining(' one\n-open = false\n+open = true\n two'),
	})
	const both = { ...edit, content: [...edit.content, diff('/game/b.cs', null, 'new')] }
	const asking = await asked(both)
	expect(asking?.path).toBeUndefined()
	expect(asking?.text).toContain('+open = true')
	expect(asking?.text).toContain('+new')
	expect(await asked({ ...edit, content: [diff('/game/b.cs', null, 'new')] })).toMatchObject({
		tool: 'Write',
		path: '/game/b.cs',
	})
})

it('a command with a difference hides neither', async () => {
	const content = [diff('/game/a.cs', 'x', 'y')]
	const both = await asked({ kind: 'execute', title: 'x', rawInput: { command: 'rm a' }, content })
	expect(both?.text).toContain('rm a')
	expect(both?.text).toContain('/game/a.cs')
})

it('an address is asked alone, and with what goes along with it', async () => {
	expect(await asked({ kind: 'fetch', rawInput: { url: 'https://a.b/?c' } })).toMatchObject({
		tool: 'WebFetch',
		text: 'https://a.b/?c',
	})
	const more = await asked({ kind: 'fetch', rawInput: { url: 'https://a.b', body: 'secret' } })
	expect(more?.text).toContain('"body": "secret"')
})

it('a question that says nothing, or is too long to be read whole, is not asked', async () => {
	expect(await asked({})).toBeNull()
	const text = 'x '.repeat(MAX_PERMISSION_CHARS)
	expect(await asked({ kind: 'other', title: 'x', rawInput: { text } })).toBeNull()
	expect(await asked({ kind: 'edit', content: [diff('/a', null, text)] })).toBeNull()
})

it('secrets are hidden wherever the agent writes them', async () => {
	const key = 'sk-live-0123456789abcdefghij'
	const texts = await Promise.all([
		asked({ kind: 'execute', rawInput: { command: `A=1 deploy --token ${key} a.example` } }),
		asked({ kind: 'edit', content: [diff(join(folder, 'a.ts'), null, `const a = '${key}'\n`)] }),
		asked({ kind: 'other', title: `Post ${key}`, rawInput: { list: [`"${key}"`] } }),
		asked({ kind: 'edit', content: [diff(join(folder, `${key}.ts`), null, 'a')] }),
	])
	expect(texts.map((one) => one?.text.includes('(hidden)'))).toEqual([true, true, true, true])
	expect(JSON.stringify(texts)).not.toContain(key)
})
