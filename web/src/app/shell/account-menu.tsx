/** The signed-in person's menu, in the header of pages outside a project. */
import { CircleUser } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

const AccountItems = lazy(() => import('./account-items.tsx'))

export function AccountMenu() {
	return (
		<Menu
			trigger={
				<button type="button" aria-label="Account" title="Account" className={iconButtonClass()}>
					<CircleUser />
				</button>
			}
		>
			<Suspense>
				<AccountItems />
			</Suspense>
		</Menu>
	)
}
