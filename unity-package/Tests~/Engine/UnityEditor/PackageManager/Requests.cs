#nullable enable
using System;

namespace UnityEditor.PackageManager.Requests
{
    public abstract partial class Request
    {
        private protected Request()
        {
        }

        public StatusCode Status { get; private protected set; }

        public bool IsCompleted => Status != StatusCode.InProgress;

        public Error? Error { get; private set; }

        /// <summary>Does what was asked for and says so.</summary>
        internal abstract void Complete();

        /// <summary>Does what was asked for; the answer comes too late for this domain.</summary>
        internal abstract void RunUnanswered();

        internal void Fail(Error error)
        {
            Error = error;
            Status = StatusCode.Failure;
        }
    }

    public abstract class Request<T> : Request
    {
        private readonly Func<T> work;

        private protected Request(Func<T> work)
        {
            this.work = work;
            Result = default!;
        }

        public T Result { get; private set; }

        internal sealed override void Complete()
        {
            Result = work();
            Status = StatusCode.Success;
        }

        internal sealed override void RunUnanswered() => work();
    }

    public sealed partial class ListRequest : Request<PackageCollection>
    {
        internal ListRequest(Func<PackageCollection> work)
            : base(work)
        {
        }
    }

    public sealed partial class AddRequest : Request<PackageInfo>
    {
        internal AddRequest(Func<PackageInfo> work)
            : base(work)
        {
        }
    }

    public sealed partial class SearchRequest : Request<PackageInfo[]>
    {
        internal SearchRequest(string packageIdOrName, Func<PackageInfo[]> work)
            : base(work)
        {
            PackageIdOrName = packageIdOrName;
        }

        public string PackageIdOrName { get; }
    }

    public sealed class RemoveRequest : Request
    {
        private readonly Action work;

        internal RemoveRequest(string packageIdOrName, Action work)
        {
            PackageIdOrName = packageIdOrName;
            this.work = work;
        }

        public string PackageIdOrName { get; }

        internal override void Complete()
        {
            work();
            Status = StatusCode.Success;
        }

        internal override void RunUnanswered() => work();
    }
}
