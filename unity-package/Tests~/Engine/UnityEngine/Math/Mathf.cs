using System;

namespace UnityEngine
{
    public struct Mathf
    {
        public const float PI = (float)Math.PI;
        public const float Infinity = float.PositiveInfinity;
        public const float NegativeInfinity = float.NegativeInfinity;
        public const float Deg2Rad = PI * 2f / 360f;
        public const float Rad2Deg = 1f / Deg2Rad;
        public static readonly float Epsilon = float.Epsilon;

        public static float Sin(float f) => (float)Math.Sin(f);
        public static float Cos(float f) => (float)Math.Cos(f);
        public static float Tan(float f) => (float)Math.Tan(f);
        public static float Asin(float f) => (float)Math.Asin(f);
        public static float Acos(float f) => (float)Math.Acos(f);
        public static float Atan(float f) => (float)Math.Atan(f);
        public static float Atan2(float y, float x) => (float)Math.Atan2(y, x);
        public static float Sqrt(float f) => (float)Math.Sqrt(f);
        public static float Abs(float f) => Math.Abs(f);
        public static int Abs(int value) => Math.Abs(value);
        public static float Min(float a, float b) => a < b ? a : b;
        public static int Min(int a, int b) => a < b ? a : b;
        public static float Max(float a, float b) => a > b ? a : b;
        public static int Max(int a, int b) => a > b ? a : b;

        public static float Min(params float[] values)
        {
            if (values.Length == 0) return 0;
            var least = values[0];
            foreach (var value in values) least = Min(least, value);
            return least;
        }

        public static float Max(params float[] values)
        {
            if (values.Length == 0) return 0;
            var most = values[0];
            foreach (var value in values) most = Max(most, value);
            return most;
        }

        public static float Pow(float f, float p) => (float)Math.Pow(f, p);
        public static float Exp(float power) => (float)Math.Exp(power);
        public static float Log(float f) => (float)Math.Log(f);
        public static float Log(float f, float p) => (float)Math.Log(f, p);
        public static float Log10(float f) => (float)Math.Log10(f);
        public static float Ceil(float f) => (float)Math.Ceiling(f);
        public static float Floor(float f) => (float)Math.Floor(f);
        public static float Round(float f) => (float)Math.Round(f);
        public static int CeilToInt(float f) => (int)Math.Ceiling(f);
        public static int FloorToInt(float f) => (int)Math.Floor(f);
        public static int RoundToInt(float f) => (int)Math.Round(f);
        public static float Sign(float f) => f >= 0f ? 1f : -1f;
        public static float Clamp(float value, float min, float max) => value < min ? min : value > max ? max : value;
        public static int Clamp(int value, int min, int max) => value < min ? min : value > max ? max : value;
        public static float Clamp01(float value) => Clamp(value, 0f, 1f);
        public static float Lerp(float a, float b, float t) => a + (b - a) * Clamp01(t);
        public static float LerpUnclamped(float a, float b, float t) => a + (b - a) * t;
        public static float InverseLerp(float a, float b, float value) => a != b ? Clamp01((value - a) / (b - a)) : 0f;
        public static float MoveTowards(float current, float target, float maxDelta) =>
            Abs(target - current) <= maxDelta ? target : current + Sign(target - current) * maxDelta;
        public static float Repeat(float t, float length) => Clamp(t - Floor(t / length) * length, 0f, length);
        public static float PingPong(float t, float length) => length - Abs(Repeat(t, length * 2f) - length);
        public static bool Approximately(float a, float b) =>
            Abs(b - a) < Max(0.000001f * Max(Abs(a), Abs(b)), Epsilon * 8);

        public static float DeltaAngle(float current, float target)
        {
            var delta = Repeat(target - current, 360f);
            return delta > 180f ? delta - 360f : delta;
        }

        public static float LerpAngle(float a, float b, float t) => a + DeltaAngle(a, b) * Clamp01(t);

        public static float MoveTowardsAngle(float current, float target, float maxDelta)
        {
            var delta = DeltaAngle(current, target);
            return -maxDelta < delta && delta < maxDelta ? target : MoveTowards(current, current + delta, maxDelta);
        }

        public static float SmoothStep(float from, float to, float t)
        {
            t = Clamp01(t);
            t = -2f * t * t * t + 3f * t * t;
            return to * t + from * (1f - t);
        }

        public static float SmoothDamp(float current, float target, ref float currentVelocity, float smoothTime, float maxSpeed,
            float deltaTime)
        {
            // A critically damped spring, solved exactly for one step.
            smoothTime = Max(0.0001f, smoothTime);
            var omega = 2f / smoothTime;
            var change = Clamp(current - target, -maxSpeed * smoothTime, maxSpeed * smoothTime);
            var goal = current - change;
            var decay = Exp(-omega * deltaTime);
            var temp = (currentVelocity + omega * change) * deltaTime;
            currentVelocity = (currentVelocity - omega * temp) * decay;
            var result = goal + (change + temp) * decay;
            if (target - current > 0f != result > target) return result;
            currentVelocity = 0f;
            return target;
        }

        public static bool IsPowerOfTwo(int value) => value > 0 && (value & (value - 1)) == 0;

        public static int NextPowerOfTwo(int value)
        {
            var power = 1;
            while (power < value) power <<= 1;
            return power;
        }

        public static float PerlinNoise(float x, float y)
        {
            int x0 = FloorToInt(x), y0 = FloorToInt(y);
            float fx = x - x0, fy = y - y0;
            float u = fx * fx * fx * (fx * (fx * 6 - 15) + 10), v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
            var value = LerpUnclamped(
                LerpUnclamped(Slope(x0, y0, fx, fy), Slope(x0 + 1, y0, fx - 1, fy), u),
                LerpUnclamped(Slope(x0, y0 + 1, fx, fy - 1), Slope(x0 + 1, y0 + 1, fx - 1, fy - 1), u),
                v);
            return Clamp01(value * 0.7f + 0.5f);
        }

        private static float Slope(int x, int y, float dx, float dy)
        {
            var hash = unchecked((uint)(x * 374761393 + y * 668265263));
            hash = unchecked((hash ^ (hash >> 13)) * 1274126177);
            var angle = (hash & 0xffff) / 65536f * 2f * PI;
            return Cos(angle) * dx + Sin(angle) * dy;
        }
    }
}
