/** Links to the sections of a page of settings: beside them where there is room, else below the heading. */
import { useEffect, useRef, useState } from 'react'
import './section-index.css'

interface Entry {
	readonly id: string
	readonly title: string
}

/** Stands in the page's `main`; sections that come later are added. */
export default function SectionIndex() {
	const [sections, setSections] = useState<readonly Entry[]>([])
	const nav = useRef<HTMLElement>(null)
	useEffect(() => {
		const main = nav.current?.closest('main')
		if (!main) return
		const look = () =>
			setSections((before) => {
				const found = [...main.querySelectorAll('section > h2[id]')].map(({ id, textContent }) => ({
					id,
					title: textContent ?? '',
				}))
				const isSame = found.map(({ id }) => id).join() === before.map(({ id }) => id).join()
				return isSame ? before : found
			})
		look()
		const observer = new MutationObserver(look)
		observer.observe(main, { childList: true, subtree: true })
		return () => observer.disconnect()
	}, [])
	return (
		<nav ref={nav} aria-label="Sections" className="section-index text-line text-muted">
			<ul>
				{sections.map(({ id, title }) => (
					<li key={id}>
						<a href={`#${id}`} className="rounded-sm underline-offset-2 hover:underline">
							{title}
						</a>
					</li>
				))}
			</ul>
		</nav>
	)
}
