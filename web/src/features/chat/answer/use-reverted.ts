/** Few answers are reverted: the code that reads reverts loads with the first. */
import type { RunStep } from '@fairlead/protocol/view/run-view'
import { useEffect, useMemo, useState } from 'react'
import type { ChatMessage } from '../../../run/messages/messages.ts'

type Reverted = ReadonlyMap<string, boolean>
const NONE: Reverted = new Map()

/** The reverted steps by their key, with whether they had changed anything; none before the code has come. */
export function useReverted(message: ChatMessage, steps: readonly RunStep[]): Reverted {
	const [read, setRead] = useState<((m: ChatMessage, s: typeof steps) => Reverted) | null>(null)
	const isNeeded = message.parts.some(({ type }) => type === 'data-revert')
	useEffect(() => {
		if (!isNeeded) return
		import('./reverted-steps.ts').then(
			({ revertedSteps }) => setRead(() => revertedSteps),
			// The record below the answer says it too.
			() => undefined,
		)
	}, [isNeeded])
	return useMemo(
		() => (read === null || !isNeeded ? NONE : read(message, steps)),
		[read, isNeeded, message, steps],
	)
}
