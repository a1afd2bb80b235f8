/**
 * A click belongs to the element that was pressed. The page moves while a person clicks: text streams in, cards are
 * re-sorted. If another element is under the pointer when the button is released, a browser fires the click on the
 * common ancestor of the two. If the pressed element was moved within the document, it fires none.
 */

/** Elements that a click does something to. */
const PRESSABLE =
	'a[href],button:enabled,summary,label,input:enabled,[role="option"],[role="treeitem"],[role^="menuitem"]'

interface Press {
	readonly element: Element
	/** Where it was when it was pressed. */
	readonly box: DOMRect
}

/** Whether the pointer is where the element was pressed: it has not been moved away to take the press back. */
const stands = ({ element, box }: Press, { clientX: x, clientY: y }: MouseEvent): boolean =>
	x >= box.left && x <= box.right && y >= box.top && y <= box.bottom && element.checkVisibility()

/** Once, for the whole page. */
export function keepPresses(): void {
	let press: Press | null = null
	const forget = () => {
		press = null
	}
	const onDown = ({ target, isPrimary, button }: PointerEvent) => {
		const element = target instanceof Element ? target.closest(PRESSABLE) : null
		const counts = element !== null && isPrimary && button === 0
		press = counts ? { element, box: element.getBoundingClientRect() } : null
	}
	const give = ({ element }: Press, event: MouseEvent) => {
		press = null
		element.dispatchEvent(new MouseEvent('click', event))
	}
	const onUp = (event: MouseEvent) => {
		const pressed = press
		if (!pressed) return
		// The browser's own click comes in the same task.
		if (stands(pressed, event)) setTimeout(() => press === pressed && give(pressed, event))
		else press = null
	}
	const onClick = (event: MouseEvent) => {
		// One that a script or a key made has its own target.
		if (!press || !event.isTrusted || event.detail === 0) return
		if (event.composedPath().includes(press.element) || !stands(press, event)) {
			press = null
			return
		}
		event.preventDefault()
		event.stopImmediatePropagation()
		give(press, event)
	}
	addEventListener('pointerdown', onDown, true)
	addEventListener('mouseup', onUp, true)
	addEventListener('click', onClick, true)
	// Scrolled, dragged, or asked for its menu.
	addEventListener('pointercancel', forget, true)
	addEventListener('contextmenu', forget, true)
}
