import { describe, expect, it } from 'vitest'
import { asked, create, question, rename, type Seen } from '../../../test/asked-kit.ts'
import { callsTools, MachineKit, readWithSdk, says, scripted } from '../../../test/machine-kit.ts'
import type { ChatRequest } from '../model/types.ts'

const answers = async (kit: MachineKit): Promise<unknown[]> => {
	const seen = (await readWithSdk(kit.frames)) as Seen
	expect(seen).toEqual(kit.answer())
	return seen.parts.flatMap(({ type, data }) => (type === 'data-approval' ? [data?.answer] : []))
}

describe('an answer to an approval request', () => {
	it('given once, does not cover the next call', async () => {
		const kit = await asked([callsTools([create('a')]), callsTools([create('b')]), says('Ok. ')])
		expect(kit.approve(question(kit, 1), true)).toBe(true)
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('waiting_approval')
		expect(kit.executions).toHaveLength(1)
	})

	it('for this run, holds to its end for this tool and action only, also after an eviction', async () => {
		const kit = await asked([
			callsTools([create('a'), create('b'), rename('c')]),
			callsTools([create('d')]),
			says('Ok. '),
			callsTools([create('e')]),
			says('Ok. '),
		])
		kit.approve(question(kit, 1), true, undefined, 'run')
		await kit.settleDown()
		// The other request of the same kind was answered with it, the rename was not.
		expect(kit.executions).toEqual([question(kit, 1, 0), question(kit, 1, 1)])
		kit.restart()
		kit.approve(question(kit, 1, 2), false, 'the name is right')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.executions).toHaveLength(3)
		expect(await answers(kit)).toMatchObject([
			{ approved: true, scope: 'run', by: 'person' },
			{ approved: true, scope: 'run', by: 'person' },
			{ approved: false, scope: 'once', by: 'person', reason: 'the name is right' },
			{ approved: true, scope: 'run', by: 'memory' },
		])
		// A new run asks again.
		kit.post('more', 'm2', 'ask')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('waiting_approval')
	})

	it('"deny for this run" denies the next calls automatically, and the model knows why', async () => {
		const requests: ChatRequest[] = []
		const kit = await asked(
			[callsTools([create('a')]), callsTools([create('b')]), says('Sorry. ')],
			requests,
		)
		kit.approve(question(kit, 1), false, 'no cubes', 'run')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.executions).toEqual([])
		const told = requests.slice(1).map(({ messages }) => JSON.stringify(messages.at(-1)))
		for (const text of told)
			expect(text).toMatch(
				/The user denied this call: “no cubes”\. It did not run\. Do not try this again/,
			)
		expect(told).toHaveLength(2)
		expect(await answers(kit)).toMatchObject([
			{ approved: false, by: 'person' },
			{ approved: false, by: 'memory', scope: 'run' },
		])
	})

	it('for the project, is written to the database once; in the run it counts at once', async () => {
		const kit = await asked([callsTools([create('a')]), callsTools([create('b')]), says('Ok. ')])
		kit.approve(question(kit, 1), true, undefined, 'project')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(2)
		const told = kit.database
			.all<{ payload: string }>("SELECT payload FROM outbox WHERE payload LIKE '%granted%'")
			.map(({ payload }) => JSON.parse(payload))
		expect(told).toMatchObject([{ tool: 'unity_hierarchy', action: 'create', userId: 'usr_1' }])
	})

	it('is not needed for calls that the project always allows, unless the database is down', async () => {
		for (const down of [false, true]) {
			const kit = new MachineKit({ provider: scripted([callsTools([create('a')]), says('Ok. ')]) })
			kit.grants = () => {
				if (down) throw new Error('D1_ERROR')
				return { allowed: new Set(['unity_hierarchy create']), holds: () => true }
			}
			kit.post('go', 'm1', 'ask')
			await kit.settleDown()
			expect(kit.store.latestRun()?.state).toBe(down ? 'waiting_approval' : 'completed')
			expect(kit.executions).toHaveLength(down ? 0 : 1)
		}
	})

	it('for the project, no longer counts in the same run once it was revoked', async () => {
		const kit = await asked([callsTools([create('a')]), callsTools([create('b')]), says('Ok. ')])
		const granted = (): string =>
			kit.database
				.all<{ id: string }>("SELECT json_extract(payload, '$.id') AS id FROM outbox")
				.find(({ id }) => id?.startsWith('grt_'))?.id ?? ''
		kit.grants = () => ({ allowed: new Set(), holds: (id) => id !== granted() })
		kit.approve(question(kit, 1), true, undefined, 'project')
		await kit.settleDown()
		expect(kit.executions).toHaveLength(1)
		expect(kit.store.latestRun()?.state).toBe('waiting_approval')
		kit.approve(question(kit, 3), true, undefined, 'project')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('completed')
		expect(kit.executions).toHaveLength(2)
	})

	it('for the project, is asked for again when the database cannot confirm it', async () => {
		const kit = await asked([callsTools([create('a')]), callsTools([create('b')]), says('Ok. ')])
		kit.grants = () => {
			throw new Error('D1_ERROR')
		}
		kit.approve(question(kit, 1), true, undefined, 'project')
		await kit.settleDown()
		expect(kit.store.latestRun()?.state).toBe('waiting_approval')
		expect(kit.executions).toHaveLength(1)
	})

	it('survives a crash at any commit, and so does its scope', async () => {
		const play = async (crashAt?: number): Promise<MachineKit> => {
			const kit = new MachineKit({
				provider: scripted([callsTools([create('a')]), callsTools([create('b')]), says('Ok. ')]),
				...(crashAt === undefined ? {} : { crashAt }),
			})
			kit.post('go', 'm1', 'ask')
			for (let i = 0; i < 4; i++) {
				await kit.settleDown()
				// A repeated answer, sent because the reply was lost, changes nothing.
				if (kit.store.latestRun()?.state === 'waiting_approval') {
					kit.approve(question(kit, 1), true, undefined, 'run')
				}
			}
			return kit
		}
		const calm = await play()
		for (let crashAt = 1; crashAt <= calm.commits; crashAt++) {
			const kit = await play(crashAt)
			expect(kit.store.latestRun()?.state, `crash at commit ${crashAt}`).toBe('completed')
			expect(new Set(kit.executions).size, `crash at commit ${crashAt}`).toBe(2)
			expect(await readWithSdk(kit.frames), `crash at commit ${crashAt}`).toEqual(kit.answer())
		}
	})

	it('that was never given, because the run was stopped, is shown as such', async () => {
		const kit = await asked([callsTools([create('a')])])
		await kit.machine.stop(null)
		expect(await answers(kit)).toMatchObject([{ approved: false, by: 'ended' }])
	})
})

describe('an answer of a visitor that counts for the run', () => {
	const VISITOR = { kind: 'share', id: 'shr_1', userId: null, name: 'Guest 1' } as const
	const write = (id: string, content: string) => ({
		id,
		name: 'write_file',
		input: { path: `Assets/${id}.txt`, content },
	})
	/** The visitor sees only a part of these. */
	const hidden = (id: string) => write(id, 'token: ghp_Pl4ntedQPl4ntedQPl4ntedQPl4ntedQPl4n')

	it.each([true, false])(
		'decides no call of which a part is withheld from them: %s',
		async (approved) => {
			const kit = await asked([
				callsTools([write('a', 'a'), write('b', 'b'), hidden('c')]),
				callsTools([write('d', 'd'), hidden('e')]),
				says('Done. '),
			])
			kit.approve(question(kit, 1), approved, undefined, 'run', false, undefined, VISITOR)
			await kit.settleDown()
			const states = (step: number) =>
				kit.store.calls(kit.store.latestRun()?.id ?? '', step).map(({ state }) => state)
			expect(states(1).at(-1)).toBe('awaiting_approval')
			expect(states(1).slice(0, 2)).not.toContain('awaiting_approval')
			kit.approve(question(kit, 1, 2), false)
			await kit.settleDown()
			expect(states(3)).toEqual(['settled', 'awaiting_approval'])
			expect(JSON.stringify(kit.answer())).not.toContain('byVisitor')
		},
	)
})

it('an answer is told to other windows while other questions still wait', async () => {
	const kit = await asked([callsTools([create('a'), rename('b')]), says('Done. ')])
	const told = kit.announced.length
	kit.approve(question(kit, 1), false)
	expect(kit.announced.slice(told)).toEqual(['waiting_approval'])
})
