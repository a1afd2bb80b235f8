/** The battle of the address, when the page opens and when the address changes. */
import { useEffect, useState } from 'react'
import { battleIn, type Opened } from './link.ts'

/** null: not read yet. */
export function useSharedBattle(): Opened | null {
	const [opened, setOpened] = useState<Opened | null>(null)
	useEffect(() => {
		let latest = 0
		const read = () => {
			const mine = ++latest
			void battleIn(location.hash).then((found) => mine === latest && setOpened(found))
		}
		read()
		addEventListener('hashchange', read)
		return () => {
			latest = -1
			removeEventListener('hashchange', read)
		}
	}, [])
	return opened
}
