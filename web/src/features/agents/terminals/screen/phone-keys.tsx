/** Keys that the keyboards of phones do not have. */
import { buttonClass } from '../../../../ui/button.tsx'
import type { PhoneKey } from './screen.ts'

const KEYS: readonly { readonly key: PhoneKey; readonly text: string; readonly name?: string }[] = [
	{ key: 'escape', text: 'Esc' },
	{ key: 'tab', text: 'Tab' },
	{ key: 'shift-tab', text: '⇧ Tab', name: 'Shift Tab' },
	{ key: 'interrupt', text: 'Ctrl C' },
	{ key: 'up', text: '↑', name: 'Up' },
	{ key: 'down', text: '↓', name: 'Down' },
]

export function PhoneKeys(props: { disabled: boolean; onPress: (key: PhoneKey) => void }) {
	return (
		<fieldset className="terminal-keys" disabled={props.disabled}>
			<legend className="sr-only">Keys</legend>
			{KEYS.map(({ key, text, name }) => (
				<button
					key={key}
					type="button"
					aria-label={name}
					// The terminal keeps the focus, and the phone its keyboard.
					onPointerDown={(event) => event.preventDefault()}
					onClick={() => props.onPress(key)}
					className={buttonClass('quiet', 'flex-1')}
				>
					{text}
				</button>
			))}
		</fieldset>
	)
}
