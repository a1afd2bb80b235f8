/** The tab's title: what the page shows, and before it how much waits for the person. */
import { useEffect } from 'react'

let page = 'Fairlead'
let part: string | null = null
let waiting = ''

/** "(2) My game · Fairlead". */
export const titleOf = (page: string, waiting: string): string =>
	waiting === '' ? page : `(${waiting}) ${page}`

function show(): void {
	document.title = titleOf(part === null ? page : `${part} · ${page}`, waiting)
}

/** @param name the page's own; null until it is known */
export function useTitle(name: string | null): void {
	useEffect(() => {
		page = name === null ? 'Fairlead' : `${name} · Fairlead`
		show()
	}, [name])
}

/** The part of the page that is shown, such as a conversation: before the page's name, as long as it is. */
export function usePartTitle(name: string | null): void {
	useEffect(() => {
		part = name
		show()
		return () => {
			part = null
			show()
		}
	}, [name])
}

/** @param count empty: nothing waits */
export function setWaiting(count: string): void {
	waiting = count
	show()
}
