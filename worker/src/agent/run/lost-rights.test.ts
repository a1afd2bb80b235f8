/** Waiting messages whose author may no longer write, or that another person withdraws. */
import { describe, expect, it } from 'vitest'
import {
	accepted,
	executing,
	MachineKit,
	ONE,
	readWithSdk,
	SCRIPTED,
} from '../../../test/machine-kit.ts'
import { attentive, aWhile, said, transcript } from '../../../test/steering-kit.ts'
import type { ChatRequest } from '../model/types.ts'

describe('a message whose author lost the right to write', () => {
	const TWO = { kind: 'session', id: 'usr_2', userId: 'usr_2', name: 'Two' } as const
	const postAs = (kit: MachineKit, author: typeof TWO, text: string, id: string) =>
		kit.machine.post(
			{ id, role: 'user', parts: [{ type: 'text', text }] },
			{ author, source: SCRIPTED, mode: 'auto', budget: {} },
		)
	const refusing = (kit: MachineKit) => {
		kit.mayWrite = ({ id }) => id !== TWO.id
	}
	const LOST = 'A waiting message from Two was withdrawn, because Two can no longer write'

	it('does not enter the run, which says so; those of others do', async () => {
		const requests: ChatRequest[] = []
		const run = executing()
		const kit = new MachineKit({
			provider: attentive(requests),
			room: (request, self) => {
				if (self.executions.length === 0) {
					postAs(self, TWO, 'delete everything', 'm2')
					self.post('and paint it', 'm3')
				}
				return run(request, self)
			},
		})
		refusing(kit)
		kit.post('make a cube')
		await kit.settleDown()
		expect(requests.flatMap(({ messages }) => said(messages))).not.toContain('delete everything')
		expect(said(requests.at(-1)?.messages ?? [])).toContain('and paint it')
		const answer = JSON.stringify(kit.answer())
		expect(answer).toContain(LOST)
		expect(answer).toContain('delete everything')
		expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
		// It does not enter later either, by a retry of its POST.
		expect(postAs(kit, TWO, 'delete everything', 'm2')).toEqual({ ok: false, reason: 'withdrawn' })
	})

	it('does not begin the next run; the one behind it does', async () => {
		const kit = new MachineKit({ provider: attentive(), room: () => accepted })
		kit.post('make a cube')
		await aWhile()
		postAs(kit, TWO, 'delete everything', 'm2')
		kit.post('hello', 'm3')
		refusing(kit)
		const stopped = kit.store.latestRun()
		await kit.machine.stop(null)
		await kit.settleDown()
		expect(kit.store.inbox()).toEqual([])
		expect(kit.store.latestRun()).toMatchObject({ idemKey: 'm3', state: 'completed' })
		expect(kit.store.runByIdemKey('m2')).toBeNull()
		const [old] = kit.store.withNotices(
			transcript(kit).filter(({ id }) => id === stopped?.messageId),
		)
		expect(JSON.stringify(old)).toContain(LOST)
	})

	it('waits while rights cannot be read, and the run continues without it', async () => {
		const requests: ChatRequest[] = []
		const run = executing()
		const kit = new MachineKit({
			provider: attentive(requests),
			room: (request, self) => {
				if (self.executions.length === 0) self.post('and paint it', 'm2')
				return run(request, self)
			},
		})
		kit.mayWrite = () => {
			throw new Error('D1 is down')
		}
		kit.post('make a cube')
		await kit.settleDown()
		expect(kit.store.latestRun()).toMatchObject({ idemKey: 'm1', state: 'completed' })
		kit.mayWrite = () => true
		// A later message does not overtake it.
		kit.post('then light it', 'm3')
		await kit.settleDown()
		expect(kit.store.inbox().map(({ id }) => id)).toEqual(['m2', 'm3'])
		kit.now += 60_000
		await kit.settleDown()
		expect(kit.store.latestRun()).toMatchObject({ idemKey: 'm2', state: 'completed' })
	})

	it('is withdrawn by another person, and the conversation says by whom', async () => {
		const kit = new MachineKit({ provider: attentive(), room: () => accepted })
		kit.post('make a cube')
		await aWhile()
		postAs(kit, TWO, 'delete everything', 'm2')
		kit.post('my own', 'm3')
		for (const id of ['m2', 'm3']) kit.machine.queue.withdraw(id, ONE)
		await kit.machine.stop(null)
		const [answer] = kit.store.withNotices(transcript(kit).slice(-1))
		const notices = answer?.parts.filter(({ type }) => type === 'data-notice')
		expect(notices).toEqual([
			{
				type: 'data-notice',
				id: 'withdrawn-m2',
				data: {
					level: 'info',
					code: 'message_withdrawn',
					text: 'One withdrew a waiting message from Two.',
					hint: 'The agent has not read it: "delete everything"',
				},
			},
		])
	})
})
