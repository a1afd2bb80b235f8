/**
 * The windows of one Unity process that wait for an answer, on one operating system. Asked only after a person
 * allowed it on this computer (`fairlead dialogs on`).
 */

export interface SystemDialog {
	/** The system's handle, if it has one that can be used again. */
	readonly handle: string | null
	readonly title: string
	readonly text?: string
	/** The labels in order; empty if the system does not tell them. */
	readonly buttons: readonly string[]
	/** The title, texts and buttons as the system tells them, uncut: {@link DialogSystem.press} presses in no other. */
	readonly content: string
}

export interface DialogSystem {
	/** The frontmost dialog of this process; null: none. @throws when the system cannot be asked */
	find(pid: number): Promise<SystemDialog | null>
	/**
	 * Presses a button that {@link find} named, if the dialog still has exactly that content. Null if this system offers
	 * no way. @throws when the dialog is another one by now
	 */
	readonly press: ((pid: number, dialog: SystemDialog, button: string) => Promise<void>) | null
	/** A PNG of that window alone, never of the desktop. Null if this system offers no way. */
	readonly picture: ((pid: number, dialog: SystemDialog) => Promise<Buffer>) | null
}

/** Runs a program of the system; replaced by tests. Rejects on a failure, a timeout, or too much output. */
export type RunProgram = (
	program: string,
	args: readonly string[],
	env?: Readonly<Record<string, string>>,
) => Promise<Buffer>

const MAX_TITLE_CHARS = 200
const MAX_TEXT_CHARS = 1_000
const MAX_BUTTONS = 8
const MAX_BUTTON_CHARS = 100

/** The dialogs that a program printed; anything else in it is left out. Pure. */
export function dialogsIn(json: string): SystemDialog[] {
	const parsed: unknown = json.trim() === '' ? [] : JSON.parse(json.replace(/^\uFEFF/, ''))
	return (Array.isArray(parsed) ? parsed : [parsed]).flatMap((one: unknown) => {
		const { title, texts, buttons, handle, content } = (one ?? {}) as Record<string, unknown>
		if (typeof title !== 'string' || typeof content !== 'string') return []
		const text = strings(texts).join('\n').slice(0, MAX_TEXT_CHARS)
		return [
			{
				handle: typeof handle === 'string' || typeof handle === 'number' ? String(handle) : null,
				title: title.slice(0, MAX_TITLE_CHARS),
				...(text === '' ? {} : { text }),
				buttons: strings(buttons)
					.filter((label) => label.length <= MAX_BUTTON_CHARS)
					.slice(0, MAX_BUTTONS),
				content,
			},
		]
	})
}

/** PowerShell writes a list of one as the value itself. */
const strings = (value: unknown): string[] =>
	(Array.isArray(value) ? value : [value]).filter(
		(one): one is string => typeof one === 'string' && one.trim() !== '',
	)
