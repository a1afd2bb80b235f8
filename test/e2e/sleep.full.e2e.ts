/**
 * A laptop is closed in the middle of a run and opened again: relay and editor are frozen for longer
 * than any ping timeout, then continue as if nothing had happened. Signals do that only on POSIX.
 */
import { RELAY_LINK } from '@fairlead/protocol/wire/relay-link'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../../scripts/stack/service.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { ChatClient, toolParts } from './chat-client.ts'
import { editorReady, objectsNamed, ownStack } from './stack-kit.ts'

/** Longer than the relay waits for a pong, the editor's ping, and the room's own patience. */
const ASLEEP_MS = RELAY_LINK.pongTimeoutMs + 15_000
const TEST_TIMEOUT_MS = 240_000
const CAN_FREEZE = process.platform !== 'win32'

let stack: Stack
beforeAll(async () => {
	if (!CAN_FREEZE) return
	const own = await ownStack()
	stack = own.stack
	await editorReady(stack)
	return async () => {
		for (const service of services()) signal(service, 'SIGCONT')
		await own.close()
	}
})

const services = (): Service[] => [stack.relay, ...(stack.editor ? [stack.editor] : [])]

function signal(service: Service, name: 'SIGSTOP' | 'SIGCONT'): void {
	const { pid } = service
	if (pid !== undefined) process.kill(pid, name)
}

describe.skipIf(!CAN_FREEZE)(
	'a laptop sleeps in the middle of a run (POSIX: needs SIGSTOP)',
	() => {
		test(
			'nothing is lost, each call is carried out once, and the run ends as it would have',
			async () => {
				const chat = await ChatClient.open(stack)
				const posted = await chat.post(
					'create three cubes named Sleeper in a row and then take a screenshot',
				)
				let slept: Promise<void> | null = null
				const { message } = await chat.follow(posted, {
					timeoutMs: TEST_TIMEOUT_MS,
					onFrame: (frame) => {
						// Sleeps while the first change is running.
						if (!slept && frame.includes('tool-input-available') && frame.includes('create'))
							slept = sleepAndWake()
					},
				})
				expect(slept).not.toBeNull()
				await slept
				expect(message.metadata).toMatchObject({ state: 'completed' })
				const creations = toolParts(message, 'unity_hierarchy').filter(
					(part) => part.input?.['action'] === 'create',
				)
				expect(creations).toHaveLength(3)
				expect(creations.map(({ state, errorText }) => errorText ?? state)).toEqual(
					Array(3).fill('output-available'),
				)
				expect(await objectsNamed(stack, 'Sleeper')).toBe(3)
				expect(toolParts(message, 'unity_screenshot')[0]?.state).toBe('output-available')
				expect((await chat.messages()).at(-1)).toEqual(message)
			},
			TEST_TIMEOUT_MS,
		)
	},
)

/** Freezes relay and editor at once, like a machine that sleeps. */
async function sleepAndWake(): Promise<void> {
	for (const service of services()) signal(service, 'SIGSTOP')
	// real time: the laptop sleeps
	await new Promise((resolve) => setTimeout(resolve, ASLEEP_MS))
	for (const service of services()) signal(service, 'SIGCONT')
}
