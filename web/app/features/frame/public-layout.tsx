import { Outlet } from 'react-router'

/** The public site: header, screen, footer. */
export default function PublicLayout() {
  return <Outlet />
}
