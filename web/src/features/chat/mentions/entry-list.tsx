/** The list above the message box: the arrow keys go through it, Enter and Tab choose, and the message box keeps the focus. */
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'

export type Box = RefObject<HTMLTextAreaElement | null>

export interface Entry {
	readonly key: string
	readonly title: string
	/** A path or a first line, beside the title. */
	readonly also: string
	readonly icon: ReactNode
	/** Replaces the sign and what follows it. */
	readonly text: string
	/** More may follow: a folder is gone into. */
	readonly goesOn?: boolean
	/** It is done, and nothing is said. */
	readonly run?: () => void
}

export interface EntryGroup {
	readonly heading: string
	readonly entries: readonly Entry[]
}

export function EntryList(props: {
	box: Box
	label: string
	/** Where the sign stands in the text. */
	start: number
	/** The text between the sign and the caret. */
	query: string
	groups: readonly EntryGroup[]
}) {
	const { box, start, query, groups } = props
	const [isLeft, leave] = useState(false)
	/** Its key: entries that arrive late may stand before it. */
	const [chosen, setChosen] = useState<string | null>(null)
	const id = useId()
	const entries = isLeft ? [] : groups.flatMap((group) => group.entries)
	const at = Math.max(
		entries.findIndex(({ key }) => key === chosen),
		0,
	)
	const list = useRef<HTMLDivElement>(null)

	const choose = (entry: Entry) => {
		box.current?.setSelectionRange(start, start + 1 + query.length)
		// The only way to change the text that the browser's own undo knows of.
		const end = entry.goesOn || entry.text === '' ? '' : ' '
		document.execCommand('insertText', false, entry.text + end)
		setChosen(null)
		// Words of a prompt may begin with the sign, and would be taken for another command.
		if (!entry.goesOn) leave(true)
		entry.run?.()
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
			aria-label={props.label}
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
