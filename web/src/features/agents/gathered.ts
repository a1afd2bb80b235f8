/** The cards of all folders of the page, as each folder reads them. */
import type { AgentCard } from '@fairlead/protocol/agents/agents'
import { useCallback, useMemo, useState } from 'react'

export interface Gathered {
	/** Keyed by the folder's editor key. */
	readonly cards: Readonly<Record<string, readonly AgentCard[]>>
	/** Conversations of permissions, which stand on the cards of the agents that ask. */
	readonly asking: ReadonlySet<string>
	/** The same function each time. */
	readonly gather: (editorKey: string, cards: readonly AgentCard[]) => void
}

export function useGathered(): Gathered {
	const [cards, setCards] = useState<Gathered['cards']>({})
	const gather = useCallback((editorKey: string, of: readonly AgentCard[]) => {
		setCards((all) => ({ ...all, [editorKey]: of }))
	}, [])
	const asking = useMemo(
		() =>
			new Set(
				Object.values(cards)
					.flat()
					.flatMap(({ conversationId }) => conversationId ?? []),
			),
		[cards],
	)
	return { cards, asking, gather }
}
