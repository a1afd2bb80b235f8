import { Compass } from 'lucide-react'
import { Link } from '../../ui/link.tsx'
// Without the menu of themes, this page would not follow the system's.
import '../../data/person/theme.ts'
import { useTitle } from '../../data/title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/feedback.tsx'

export default function NotFound() {
	useTitle('Page not found')
	return (
		<main className="flex h-full items-center justify-center">
			<Empty
				icon={<Compass />}
				page
				title="Page not found"
				action={
					<Link to="/" className={buttonClass()}>
						All projects
					</Link>
				}
			>
				The address may be mistyped, or the page has moved.
			</Empty>
		</main>
	)
}
