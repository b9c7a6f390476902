import { Link, Outlet } from 'react-router'
import { product } from '#platform/product'

/** Screens on the way in: one card on the desk, the brand above it. */
export default function GuestLayout() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 px-5 py-10">
      <Link to="/" className="self-center font-heading text-2xl font-bold">
        {product.name}
      </Link>
      <main>
        <Outlet />
      </main>
    </div>
  )
}
