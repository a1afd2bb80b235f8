/** While a mention (`@`) or a command (`/`) is typed in the message box: what it may be. */
import { useLayoutEffect, useState } from 'react'
import { type Box, EntryList } from './entry-list.tsx'
import { commandAt, mentionAt, type Typed } from './mention.ts'
import { useCommands } from './use-commands.tsx'
import { useMentionable } from './use-mentionable.tsx'

export default function Mentions({ text, box }: { text: string; box: Box }) {
	const caret = useCaret(box, text)
	if (caret === null) return null
	const mention = mentionAt(text, caret)
	// Another sign begins anew, also after Escape.
	if (mention) return <MentionList key={mention.start} box={box} {...mention} />
	const command = commandAt(text, caret)
	return command && <CommandList box={box} {...command} />
}

const MentionList = (props: Typed & { box: Box }) => (
	<EntryList {...props} label="Mention" groups={useMentionable(props.query)} />
)

const CommandList = (props: Typed & { box: Box }) => (
	<EntryList {...props} label="Prompts and commands" groups={useCommands(props.query)} />
)

/** The caret of the box; null while the focus is elsewhere, or some of the text is selected. */
function useCaret(box: Box, text: string): number | null {
	const [caret, setCaret] = useState<number | null>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: the caret moves with the text
	useLayoutEffect(() => {
		const look = () => {
			const area = box.current
			const isHere = area !== null && document.activeElement === area
			setCaret(isHere && area.selectionStart === area.selectionEnd ? area.selectionStart : null)
		}
		look()
		const events = ['selectionchange', 'focusin', 'focusout'] as const
		// With the old focus, a `focusout` says nothing yet.
		const later = () => queueMicrotask(look)
		for (const event of events) document.addEventListener(event, later)
		return () => {
			for (const event of events) document.removeEventListener(event, later)
		}
	}, [box, text])
	return caret
}
