import type { FoundIn } from '@fairlead/protocol/conversations/conversation'

/** The text around what was searched for, with that marked. */
export function Snippet({ of }: { of: FoundIn }) {
	return of.snippet.map(({ text, found }, at) =>
		found ? (
			// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in order
			<mark key={at} className="rounded-sm bg-warn-soft text-text">
				{text}
			</mark>
		) : (
			text
		),
	)
}
