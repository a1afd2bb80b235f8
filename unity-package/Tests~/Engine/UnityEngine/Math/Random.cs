#nullable enable
using System;

namespace UnityEngine
{
    public static class Random
    {
        private static System.Random source = new System.Random(0);

        public static float value => (float)source.NextDouble();

        public static Vector3 insideUnitSphere => onUnitSphere * Mathf.Pow(value, 1f / 3f);

        public static Vector2 insideUnitCircle
        {
            get
            {
                var angle = value * 2 * Math.PI;
                var radius = Math.Sqrt(value);
                return new Vector2((float)(Math.Cos(angle) * radius), (float)(Math.Sin(angle) * radius));
            }
        }

        public static Vector3 onUnitSphere
        {
            get
            {
                var z = (value * 2) - 1;
                var angle = value * 2 * Math.PI;
                var radius = Math.Sqrt(Math.Max(0, 1 - (z * z)));
                return new Vector3((float)(Math.Cos(angle) * radius), (float)(Math.Sin(angle) * radius), z);
            }
        }

        public static void InitState(int seed) => source = new System.Random(seed);

        public static float Range(float minInclusive, float maxInclusive) => minInclusive + ((maxInclusive - minInclusive) * value);

        public static int Range(int minInclusive, int maxExclusive) =>
            maxExclusive <= minInclusive ? minInclusive : source.Next(minInclusive, maxExclusive);
    }
}
