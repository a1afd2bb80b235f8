/** Few answers are reverted: the code that reads reverts loads with the first. */
import type { RunStep } from '@fairlead/protocol/view/run-view'
import { useEffect, useMemo, useState } from 'react'
import type { ChatMessage } from '../../../run/messages/messages.ts'

type Reverted = ReadonlyMap<string, boolean>
type Read = (message: ChatMessage, steps: readonly RunStep[]) => Reverted
const NONE: Reverted = new Map()

let loaded: Read | null = null

export async function loadReverted(): Promise<Read> {
	loaded = (await import('./reverted-steps.ts')).revertedSteps
	return loaded
}

/** The reverted steps by their key, with whether they had changed anything; none before the code has come. */
export function useReverted(message: ChatMessage, steps: readonly RunStep[]): Reverted {
	const [read, setRead] = useState(() => loaded)
	const isNeeded = message.parts.some(({ type }) => type === 'data-revert')
	useEffect(() => {
		if (!isNeeded || read !== null) return
		loadReverted().then(
			(then) => setRead(() => then),
			// The record below the answer says it too.
			() => undefined,
		)
	}, [isNeeded, read])
	return useMemo(
		() => (read === null || !isNeeded ? NONE : read(message, steps)),
		[read, isNeeded, message, steps],
	)
}
