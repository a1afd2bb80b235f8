/** A run that may not go on spending stops between two steps, with what it has done. */
import { expect, it } from 'vitest'
import {
	callsTools,
	executing,
	MachineKit,
	readWithSdk,
	says,
	scripted,
} from '../../../test/machine-kit.ts'

const LOOK = { id: 't1', name: 'unity_query', input: { action: 'selection' } }
const USED_UP = {
	level: 'error',
	code: 'server_key_used_up',
	text: 'Used up.',
	hint: 'Wait.',
} as const
const NEAR = { level: 'warning', code: 'server_key_nearly_used', text: 'Nearly used up.' } as const

it('each request is counted before the next one is asked about, and the notice ends the run', async () => {
	const counted: number[] = []
	const kit = new MachineKit({
		provider: scripted([callsTools([LOOK]), says('Never said.')]),
		room: executing(),
		access: () =>
			counted.length > 0
				? { refused: USED_UP }
				: {
						warning: NEAR,
						charge: async ({ inputTokens }) => {
							await new Promise((resolve) => setTimeout(resolve, 5))
							counted.push(inputTokens)
						},
					},
	})
	kit.post('look')
	await kit.settleDown()
	expect(counted).toHaveLength(1)
	expect(kit.store.latestRun()).toMatchObject({ state: 'failed', errorCode: 'server_key_used_up' })
	const answer = JSON.stringify(kit.answer())
	expect(answer).toContain('output-available')
	expect(answer).toContain('Used up.')
	expect(answer.split('Nearly used up.')).toHaveLength(2)
	expect(answer).not.toContain('Never said.')
	expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
})

it('a count that fails ends nothing, and is in the log', async () => {
	const kit = new MachineKit({
		provider: scripted([callsTools([LOOK]), says('Done.')]),
		room: executing(),
		access: () => ({ charge: () => Promise.reject(new Error('D1 is down')) }),
	})
	kit.post('look')
	await kit.settleDown()
	expect(kit.store.latestRun()).toMatchObject({ state: 'completed' })
	expect(JSON.stringify(kit.logs)).toContain('server_key_not_charged')
})
