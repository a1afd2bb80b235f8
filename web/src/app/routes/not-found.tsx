import { Compass } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/feedback.tsx'

export function NotFound() {
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
			/>
		</main>
	)
}
