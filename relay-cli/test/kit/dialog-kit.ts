/** An operating system that shows dialogs of Unity, and takes presses of their buttons. */
import type { DialogSystem, SystemDialog } from '../../src/outside/dialogs/dialog-system.ts'

export class FakeDialogs {
	/** The dialog that is open now. */
	open: SystemDialog | null = null
	readonly pressed: string[] = []
	/** A dialog that takes the place of the one that is answered. */
	next: SystemDialog | null = null
	/** The picture of its window; null: none can be taken. */
	png: Buffer | null = null

	readonly system: DialogSystem = {
		find: async () => this.open,
		press: async (_pid, dialog, button) => {
			if (this.open?.content !== dialog.content) throw new Error('The dialog is no longer there.')
			this.pressed.push(`${dialog.text ?? ''} ${button}`)
			this.open = this.next
		},
		picture: async () => {
			if (this.png === null) throw new Error('No picture.')
			return this.png
		},
	}
}

/** A picture of one pixel. */
export const ONE_PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
)

/** @param text tells dialogs apart that have the same title and buttons */
export function dialogWith(text: string, title = 'Scene changed'): SystemDialog {
	const buttons = ['Reload', 'Ignore']
	const content = JSON.stringify({ title, text, buttons })
	return { handle: null, title, text, buttons, content }
}
