namespace UnityEditor.PackageManager
{
    public enum StatusCode
    {
        InProgress,
        Success,
        Failure,
    }

    public enum PackageSource
    {
        Unknown,
        Registry,
        BuiltIn,
        Embedded,
        Local,
        Git,
        LocalTarball,
    }

    public enum ErrorCode
    {
        Unknown,
        NotFound,
        Forbidden,
        InvalidParameter,
        Conflict,
        AggregateError,
#if UNITY_6000_3_OR_NEWER
        ConnectionError,
#endif
    }

    public class Error
    {
        internal Error(ErrorCode errorCode, string message)
        {
            this.errorCode = errorCode;
            this.message = message;
        }

        public ErrorCode errorCode { get; }

        public string message { get; }
    }
}
