/** A short hint at an element that can take focus: after a moment under the pointer, at once for the keyboard. */
import {
	cloneElement,
	type FocusEvent,
	type PointerEvent,
	type ReactElement,
	type ReactNode,
	useEffect,
	useId,
	useLayoutEffect,
	useRef,
	useState,
} from 'react'
import { createPortal } from 'react-dom'

const DELAY_MS = 400
/** To the element, and to the edges of the window. */
const GAP_PX = 6

type Handlers = Readonly<Record<string, unknown>>

export function Tip(props: {
	label: ReactNode
	shortcut?: string | undefined
	children: ReactElement<Handlers>
}) {
	const { children } = props
	const id = useId()
	const [at, setAt] = useState<Element | null>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const hide = () => {
		clearTimeout(timer.current)
		setAt(null)
	}
	useEffect(() => () => clearTimeout(timer.current), [])
	useEffect(() => {
		if (!at) return
		const away = (event: Event) => {
			if (event instanceof KeyboardEvent && event.key !== 'Escape') return
			setAt(null)
		}
		addEventListener('scroll', away, true)
		addEventListener('keydown', away, true)
		return () => {
			removeEventListener('scroll', away, true)
			removeEventListener('keydown', away, true)
		}
	}, [at])

	/** The element's own handler first. */
	const also = <E,>(name: string, ours: (event: E) => void) => ({
		[name]: (event: E) => {
			const own = children.props[name]
			if (typeof own === 'function') own(event)
			ours(event)
		},
	})
	return (
		<>
			{cloneElement(children, {
				...also('onPointerEnter', ({ pointerType, currentTarget }: PointerEvent) => {
					if (pointerType === 'touch') return
					clearTimeout(timer.current)
					timer.current = setTimeout(() => setAt(currentTarget), DELAY_MS)
				}),
				...also('onPointerLeave', hide),
				...also('onPointerDown', hide),
				...also('onFocus', ({ currentTarget }: FocusEvent) => {
					if (currentTarget.matches(':focus-visible')) setAt(currentTarget)
				}),
				...also('onBlur', hide),
				...(at && children.props['aria-label'] !== props.label ? { 'aria-describedby': id } : {}),
			})}
			{at && (
				<Bubble at={at} id={id}>
					{props.label}
					{props.shortcut && <kbd className="font-sans opacity-70">{props.shortcut}</kbd>}
				</Bubble>
			)}
		</>
	)
}

/** Above the element where there is room, else below it, and never over the window's edge. */
function Bubble(props: { at: Element; id: string; children: ReactNode }) {
	const box = useRef<HTMLDivElement>(null)
	useLayoutEffect(() => {
		const element = box.current
		if (!element) return
		const target = props.at.getBoundingClientRect()
		const { width, height } = element.getBoundingClientRect()
		const left = target.left + (target.width - width) / 2
		const above = target.top - height - GAP_PX
		element.style.left = `${Math.max(GAP_PX, Math.min(left, innerWidth - width - GAP_PX))}px`
		element.style.top = `${above >= GAP_PX ? above : target.bottom + GAP_PX}px`
	})
	return createPortal(
		<div
			ref={box}
			id={props.id}
			role="tooltip"
			// Read as the description of its element, not as a text at the end of the page.
			aria-hidden
			className="pointer-events-none fixed z-50 flex w-max max-w-72 items-center gap-2 rounded-md bg-text px-2 py-1 text-cap text-bg shadow-pop"
		>
			{props.children}
		</div>,
		document.body,
	)
}
