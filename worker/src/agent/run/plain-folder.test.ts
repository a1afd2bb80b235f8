/** A run in a linked folder that is not a Unity project. */
import type { FolderKind } from '@fairlead/protocol/editors/editors'
import { describe, expect, test } from 'vitest'
import { callsTools, MachineKit, says, scripted } from '../../../test/machine-kit.ts'
import type { LinkedFolder } from '../../ports/room.ts'
import type { ChatRequest } from '../model/types.ts'

const WRITE = { id: 't1', name: 'write_file', input: { path: 'src/app.ts', content: 'x' } }
const QUERY = { id: 't1', name: 'unity_query', input: { action: 'hierarchy' } }
const KEY = 'relay1:0123456789ab'
const namesOf = (request?: ChatRequest) => request?.tools.map(({ name }) => name) ?? []

async function ran(kind: FolderKind | null, turns: Parameters<typeof scripted>[0]) {
	const requests: ChatRequest[] = []
	const kit = new MachineKit({ provider: scripted(turns, requests) })
	kit.folder = () => {
		if (kind === null) throw new Error('the room does not answer')
		return { editorKey: KEY, kind }
	}
	kit.post('go on', 'm1', 'auto')
	await kit.settleDown()
	return { kit, requests }
}

describe('in a plain folder', () => {
	test('no Unity tool is offered, and files, commands and Git are, without a search', async () => {
		const { requests } = await ran('plain', [says('Done.')])
		const names = namesOf(requests[0])
		expect(names.filter((name) => /unity|editor|console|menu|asset/.test(name))).toEqual([])
		expect(names).toEqual(
			expect.arrayContaining(['read_file', 'edit_file', 'search_files', 'run_command', 'git']),
		)
		expect(requests[0]?.system).toContain('not a Unity project')
		expect(JSON.stringify(requests[0]?.tools)).not.toMatch(/\.meta|unity_refresh|scripts, scenes/)
	})

	test('a call of a Unity tool is answered at once with what works instead', async () => {
		const { kit } = await ran('plain', [callsTools([QUERY]), says('I see.')])
		expect(kit.executions).toEqual([])
		expect(kit.frames).toContain('needs a Unity project')
	})

	test('source files are written without a question in Auto, and the run stays in that folder', async () => {
		const { kit } = await ran('plain', [callsTools([WRITE]), says('Done.')])
		expect(kit.store.latestRun()).toMatchObject({ state: 'completed', editorKey: KEY })
	})

	test('the same write in a Unity project asks, and Unity is there', async () => {
		const { kit, requests } = await ran('unity', [callsTools([WRITE]), says('Done.')])
		expect(kit.store.latestRun()).toMatchObject({ state: 'waiting_approval', editorKey: null })
		expect(namesOf(requests[0])).toContain('unity_query')
	})

	test('a run keeps its kind to its end; the next one sees that an editor has come', async () => {
		const requests: ChatRequest[] = []
		const turns = [callsTools([WRITE]), says('One.'), says('Two.')]
		const kit = new MachineKit({ provider: scripted(turns, requests) })
		let kind: FolderKind = 'plain'
		kit.folder = () => {
			const now = kind
			kind = 'unity'
			return { editorKey: KEY, kind: now }
		}
		kit.post('one', 'm1', 'auto')
		await kit.settleDown()
		kit.post('two', 'm2', 'auto')
		await kit.settleDown()
		const [first, second, third] = requests
		expect(second?.system).toBe(first?.system)
		expect(second?.tools).toEqual(first?.tools)
		expect(namesOf(third)).toContain('unity_query')
	})

	test('the stricter rules hold while the room does not answer', async () => {
		const { kit } = await ran(null, [callsTools([WRITE]), says('Done.')])
		expect(kit.store.latestRun()?.state).toBe('waiting_approval')
	})

	describe.each([
		[
			'fails',
			(): LinkedFolder | null => {
				throw new Error('the room does not answer')
			},
		],
		['names none', (): LinkedFolder | null => null],
	])('a second run whose question after the folder %s', (_, folder) => {
		test.each([undefined, KEY])('asks before it writes, bound to %s', async (editorKey) => {
			const { kit } = await ran('plain', [says('One.'), callsTools([WRITE]), says('Two.')])
			expect(kit.store.latestRun()).toMatchObject({ state: 'completed', projectKind: 'plain' })
			kit.folder = folder
			kit.post('two', 'm2', 'auto', editorKey === undefined ? {} : { editorKey })
			await kit.settleDown()
			expect(kit.executions).toEqual([])
			expect(kit.store.latestRun()).toMatchObject({
				state: 'waiting_approval',
				projectKind: 'unity',
				editorKey: editorKey ?? null,
			})
		})
	})
})
