import type { ErrorComponentProps } from "@tanstack/react-router";
import { Link } from "@tanstack/react-router";
import { Failure } from "../parts/states/failure.tsx";
import { LostChunk, LostChunkNotice } from "./lost-chunk.tsx";

export const PageFault = ({ error, reset }: ErrorComponentProps) =>
  error instanceof LostChunk ? <LostChunkNotice error={error} /> : <Failure error={error} retry={reset} />;

export const NoPage = () => (
  <div className="page">
    <h1>Page not found</h1>
    <p>
      <Link to="/jobs">See all jobs</Link>
    </p>
  </div>
);

export const PagePending = () => (
  <p className="page quiet" role="status">
    Loading…
  </p>
);
