/** The list above the message box while a mention is typed: the arrow keys go through it, Enter and Tab choose. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { mentionAt } from './mention.ts'
import { type Mentionable, useMentionable } from './use-mentionable.tsx'

interface Place {
	readonly text: string
	readonly caret: number
	readonly box: RefObject<HTMLTextAreaElement | null>
}

export default function Mentions(props: Place) {
	const typed = mentionAt(props.text, props.caret)
	// Another `@` begins anew, also after Escape.
	return typed && <List key={typed.start} {...props} {...typed} />
}

function List(props: Place & { start: number; query: string }) {
	const { box, start, query, caret } = props
	const [isLeft, leave] = useState(false)
	const [chosen, setChosen] = useState(0)
	const id = useId()
	const groups = useMentionable(query)
	const entries = isLeft ? [] : groups.flatMap((group) => group.entries)
	const at = Math.min(chosen, entries.length - 1)
	const list = useRef<HTMLDivElement>(null)

	const choose = (entry: Mentionable) => {
		box.current?.setSelectionRange(start, caret)
		// The only way to change the text that the browser's own undo knows of.
		document.execCommand('insertText', false, entry.goesOn ? entry.text : `${entry.text} `)
		setChosen(0)
	}
	const onKey = useRef<(event: KeyboardEvent) => void>(() => undefined)
	onKey.current = (event) => {
		if (entries.length === 0 || event.isComposing) return
		const entry = entries[at]
		const move = (by: number) => setChosen((at + by + entries.length) % entries.length)
		if (event.key === 'ArrowDown') move(1)
		else if (event.key === 'ArrowUp') move(-1)
		else if (event.key === 'Escape') leave(true)
		else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && entry)
			choose(entry)
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
			className="absolute inset-x-0 bottom-full z-20 mb-1 max-h-72 overflow-y-auto rounded-xl border border-edge bg-surface p-1 shadow-pop"
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
								onMouseMove={() => setChosen(index)}
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
