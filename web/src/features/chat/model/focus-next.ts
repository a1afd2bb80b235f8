/** Moves the focus along the models of the list that can be chosen; from the search it enters at an end. */
export function focusNext(list: HTMLElement | null, by: 1 | -1): void {
	const choices = [
		...(list?.querySelectorAll<HTMLButtonElement>('button[data-model]:enabled') ?? []),
	]
	const row = document.activeElement?.closest('li')
	const at = choices.findIndex((choice) => row?.contains(choice))
	const next = at < 0 ? (by === 1 ? 0 : choices.length - 1) : at + by
	choices[next]?.focus()
}
