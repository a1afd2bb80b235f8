/** Menus. Their code is loaded when the first one is opened: a page can be read and used before. */
import {
	cloneElement,
	createContext,
	type KeyboardEvent,
	type MouseEvent,
	type ReactElement,
	type ReactNode,
	use,
	useState,
} from 'react'
import { toasts } from './toasts.ts'

type Parts = typeof import('./menu-parts.tsx')

/** An open menu's content is rendered by the menu's own code. */
const PartsContext = createContext<Parts | null>(null)
const load = (): Promise<Parts> => import('./menu-parts.tsx')
const failed = (): void =>
	void toasts.add({ title: 'The menu could not be loaded. Reload the page.', priority: 'high' })
/** A failure shows when the menu is opened. */
const preload = (): void => void load().catch(() => undefined)

export interface MenuProps {
	readonly trigger: ReactElement<Record<string, unknown>>
	readonly children: ReactNode
	readonly align?: 'start' | 'end'
	readonly side?: 'top' | 'bottom'
	readonly className?: string
	/** False if the chosen item takes the focus itself; by default the trigger gets it back. */
	readonly givesFocusBack?: () => boolean
}

export function Menu(props: MenuProps) {
	const [opened, setOpened] = useState<{ parts: Parts; byKey: boolean } | null>(null)
	if (opened) {
		const { parts, byKey } = opened
		return (
			<PartsContext value={parts}>
				<parts.Menu {...props} byKey={byKey} />
			</PartsContext>
		)
	}
	const open = (byKey: boolean) => {
		// Not in the press itself: an open menu would treat it as a press outside.
		load().then((parts) => setTimeout(() => setOpened({ parts, byKey })), failed)
	}
	return cloneElement(props.trigger, {
		'aria-haspopup': 'menu',
		'aria-expanded': false,
		onPointerEnter: preload,
		onFocus: preload,
		onClick: (event: MouseEvent) => open(event.detail === 0),
		onKeyDown: (event: KeyboardEvent) => {
			if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
			event.preventDefault()
			open(true)
		},
	})
}

export interface MenuItemProps {
	readonly onSelect: () => void
	readonly icon?: ReactNode
	readonly danger?: boolean
	readonly children: ReactNode
}

export function MenuItem(props: MenuItemProps) {
	const parts = use(PartsContext)
	return parts && <parts.Item {...props} />
}

export interface MenuChoice<T extends string> {
	readonly value: T
	readonly label: ReactNode
	readonly hint?: ReactNode
}

export interface MenuChoicesProps<T extends string> {
	readonly value: T | null
	readonly choices: readonly MenuChoice<T>[]
	readonly onChoose: (value: T) => void
}

export function MenuChoices<T extends string>(props: MenuChoicesProps<T>) {
	const parts = use(PartsContext)
	return parts && <parts.Choices {...props} />
}

export function MenuLine() {
	const parts = use(PartsContext)
	return parts && <parts.Line />
}
