/** Finds a text in the lines that a terminal's screen still has. It lies on the screen: a smaller one would be another size for the program. */
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { FIELD } from '../../../../ui/form/form.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import type { Screen } from './screen.ts'

export function ScreenSearch(props: { screen: Screen; onClose: () => void }) {
	const [text, setText] = useState('')
	const [found, setFound] = useState<boolean | null>(null)
	const find = (where: 'before' | 'after') => {
		if (text !== '') setFound(props.screen.find(text, where))
	}
	return (
		<search className="terminal-search rounded-md border border-edge bg-raised shadow-pop">
			<form
				className="flex items-center gap-2"
				onSubmit={(event: FormEvent) => {
					event.preventDefault()
					find('before')
				}}
				onKeyDown={(event) => {
					if (event.key !== 'Escape') return
					event.stopPropagation()
					props.onClose()
				}}
			>
				<input
					type="search"
					// biome-ignore lint/a11y/noAutofocus: it opens because the person wants to look for something
					autoFocus
					aria-label="Find in this terminal"
					placeholder="Find in this terminal"
					value={text}
					onChange={({ target }) => {
						setText(target.value)
						setFound(null)
					}}
					className={`${FIELD} min-w-0 flex-1`}
				/>
				<span role="status" className="text-line text-muted">
					{found === false && 'Not found'}
				</span>
				<IconButton label="The one above" type="submit">
					<ChevronUp />
				</IconButton>
				<IconButton label="The one below" onClick={() => find('after')}>
					<ChevronDown />
				</IconButton>
				<IconButton label="Close" onClick={props.onClose}>
					<X />
				</IconButton>
			</form>
		</search>
	)
}
