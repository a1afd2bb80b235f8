import { useLocation } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'

/** The way from a trial to an account. */
export default function TrialSignIn() {
	const { pathname } = useLocation()
	return (
		<Link
			to={`/sign-in?to=${encodeURIComponent(pathname)}`}
			title="You are on trial. Signing in keeps your work."
			className={buttonClass('plain', 'mx-1')}
		>
			Sign in
		</Link>
	)
}
