/** The list above the message box while a mention is typed: the arrow keys go through it, Enter and Tab choose. */
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { mentionAt } from './mention.ts'
import { type Mentionable, useMentionable } from './use-mentionable.tsx'

type Box = RefObject<HTMLTextAreaElement | null>

export default function Mentions({ text, box }: { text: string; box: Box }) {
	const caret = useCaret(box, text)
	const typed = caret === null ? null : mentionAt(text, caret)
	// Another `@` begins anew, also after Escape.
	return typed && <List key={typed.start} box={box} {...typed} />
}

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

function List(props: { box: Box; start: number; query: string }) {
	const { box, start, query } = props
	const [isLeft, leave] = useState(false)
	/** Its key: entries that arrive late may stand before it. */
	const [chosen, setChosen] = useState<string | null>(null)
	const id = useId()
	const groups = useMentionable(query)
	const entries = isLeft ? [] : groups.flatMap((group) => group.entries)
	const at = Math.max(
		entries.findIndex(({ key }) => key === chosen),
		0,
	)
	const list = useRef<HTMLDivElement>(null)

	const choose = (entry: Mentionable) => {
		box.current?.setSelectionRange(start, start + 1 + query.length)
		// The only way to change the text that the browser's own undo knows of.
		document.execCommand('insertText', false, entry.goesOn ? entry.text : `${entry.text} `)
		setChosen(null)
	}
	const onKey = useRef<(event: KeyboardEvent) => void>(() => undefined)
	onKey.current = (event) => {
		const { altKey, ctrlKey, metaKey, shiftKey } = event
		if (entries.length === 0 || event.isComposing || altKey || ctrlKey || metaKey || shiftKey)
			return
		const entry = entries[at]
		const move = (by: number) =>
			setChosen(entries[(at + by + entries.length) % entries.length]?.key ?? null)
		if (event.key === 'ArrowDown') move(1)
		else if (event.key === 'ArrowUp') move(-1)
		else if (event.key === 'Escape') leave(true)
		else if ((event.key === 'Enter' || event.key === 'Tab') && entry) choose(entry)
		else return
		// It is meant for the list: not for the message, and not for the run.
		event.preventDefault()
		event.stopImmediatePropagation()
	}
	useEffect(() => {
		const take = (event: KeyboardEvent) => {
			if (event.target === box.current) onKey.current(event)
		}
		window.addEventListener('keydown', take, { capture: true })
		return () => window.removeEventListener('keydown', take, { capture: true })
	}, [box])

	const isOpen = entries.length > 0
	const active = `${id}-${at}`
	useEffect(() => {
		const area = box.current
		if (!area || !isOpen) return
		const told = {
			'aria-autocomplete': 'list',
			'aria-controls': id,
			'aria-activedescendant': active,
		}
		for (const [name, value] of Object.entries(told)) area.setAttribute(name, value)
		list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
		return () => {
			for (const name of Object.keys(told)) area.removeAttribute(name)
		}
	}, [box, isOpen, id, active])

	if (!isOpen) return null
	return (
		<div
			ref={list}
			id={id}
			role="listbox"
			aria-label="Mention"
			tabIndex={-1}
			// The message box keeps the focus.
			onMouseDown={(event) => event.preventDefault()}
			className="absolute inset-x-0 bottom-full z-20 mb-1 max-h-[min(24rem,50vh)] overflow-y-auto rounded-xl border border-edge bg-surface p-1 shadow-pop"
		>
			{groups.map(({ heading, entries: ones }) => (
				// biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
				<div key={heading} role="group" aria-label={heading}>
					<p aria-hidden className="px-2.5 pb-1 pt-2 text-cap text-faint">
						{heading}
					</p>
					{ones.map((entry) => {
						const index = entries.indexOf(entry)
						return (
							// biome-ignore lint/a11y/useKeyWithClickEvents: the message box has the focus, and takes the keys
							<div
								key={entry.key}
								id={`${id}-${index}`}
								role="option"
								tabIndex={-1}
								aria-selected={index === at}
								onClick={() => choose(entry)}
								onMouseMove={() => setChosen(entry.key)}
								className={cx(
									'flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2.5 text-line max-md:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint',
									index === at && 'bg-hover',
								)}
							>
								{entry.icon}
								<span className="min-w-0 flex-1 truncate">{entry.title}</span>
								{entry.also !== '' && entry.also !== `/${entry.title}` && (
									<span className="max-w-[50%] truncate text-cap text-faint">{entry.also}</span>
								)}
							</div>
						)
					})}
				</div>
			))}
		</div>
	)
}
