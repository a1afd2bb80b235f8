import { expect, it } from 'vitest'
import {
	callsTools,
	executing,
	MachineKit,
	nodeDatabase,
	says,
	scripted,
} from '../../../test/machine-kit.ts'
import { conversationStore } from '../../conversations/conversation-store.ts'
import { contextOf } from './meter.ts'

it('the meter shows the newest summaries of a conversation that has many, the one in use first', () => {
	const store = conversationStore(nodeDatabase())
	for (let made = 1; made <= 50; made++) {
		store.insertSummary({
			runId: 'run_1',
			until: { seq: made, index: 0 },
			text: `Summary ${made}`,
			edited: null,
			editedBy: null,
			editedAt: null,
			replacedTokens: 50_000,
			createdAt: 1,
			shown: true,
		})
	}
	const { summaries } = contextOf(store, () => null)
	expect(summaries).toHaveLength(20)
	expect(summaries[0]).toMatchObject({ text: 'Summary 50', inUse: true })
	expect(store.newestSummary()?.text).toBe('Summary 50')
})

it('the meter names the notes that were read, and the skills that were offered and loaded', async () => {
	const load = (id: string, name: string) =>
		callsTools([{ id, name: 'load_skill', input: { name } }])
	const steps = [load('c1', 'doors'), load('c2', 'unknown'), says('done'), says('again')]
	const error = { code: 'not_found', message: 'No such skill.' } as const
	const room = executing(() => ({ status: 'error', error }))
	const kit = new MachineKit({ provider: scripted(steps), room })
	kit.skills = { doors: 'Doors are 2.2 m high.' }
	let notes = [{ path: 'AGENTS.md', text: 'Use metres.', bytes: 11, cut: false }]
	kit.projectContext = () => ({
		notes,
		skills: [{ name: 'gates', description: 'About gates.' }],
		problems: [],
		editor: { project: 'site', phase: 'ready', folderKind: 'plain' },
	})
	kit.post('make a door')
	await kit.settleDown()
	const { told, parts } = contextOf(kit.store, () => null)
	expect(told.map(({ kind, names }) => [kind, ...names])).toEqual([
		['note', 'AGENTS.md'],
		['skills', 'gates'],
		['account_skills', 'doors'],
		['state'],
		['loaded_skill', 'doors'],
	])
	const together = told.reduce((sum, { tokens }) => sum + tokens, 0)
	expect(parts.find(({ kind }) => kind === 'project')?.tokens).toBe(together)

	notes = []
	kit.post('again', 'm2')
	await kit.settleDown()
	expect(contextOf(kit.store, () => null).told[0]).toMatchObject({ kind: 'lost_note' })
})
